package io.castile.shop;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.SOAPBinding;

@WebService(
    endpointInterface = "io.castile.shop.WrappedShop",
    serviceName = "ShopService",
    portName = "ShopPort")
@BindingType(SOAPBinding.SOAP12HTTP_BINDING)
public class WrappedShop12Service extends WrappedShopService {}
